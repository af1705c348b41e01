/** A configuration as a person would begin it; the schema completes the rest. */
export const configurationSnippet = `{
  "root": true,
  "targets": { "mongodb": "\${1|9.0,8.3,8.2,8.1,8.0|}" },
  "assumptions": { "length": \${2:25}, "rows": \${3:1000000} }$0
}
`;
