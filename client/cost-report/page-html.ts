interface PageParts {
  readonly script: string;
  readonly style: string;
}

/** An empty page: its script draws everything. Nothing inline is allowed, and nothing from elsewhere. */
export function pageHtml({ script, style }: PageParts, nonce: string = randomNonce()): string {
  const policy = [`default-src 'none'`, `script-src 'nonce-${nonce}'`, `style-src 'nonce-${nonce}'`].join(
    '; ',
  );
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cost of Encryption</title>
<link rel="stylesheet" nonce="${nonce}" href="${escaped(style)}">
</head>
<body>
<main id="report"></main>
<script nonce="${nonce}" src="${escaped(script)}"></script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** 128 random bits, from what browsers and Node both have. */
function randomNonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
