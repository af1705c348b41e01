import type { RawStmt } from 'libpg-query';

/** What every host has, whichever types it is compiled with. */
declare const WebAssembly: {
  readonly compile: (bytes: Uint8Array) => Promise<object>;
  readonly instantiate: (compiled: object, imports: object) => Promise<object>;
};

/** What PostgreSQL's grammar makes of one text. */
export type Parsed =
  | { readonly kind: 'tree'; readonly statements: readonly RawStmt[] }
  /** `at` counts characters from 0. */
  | { readonly kind: 'error'; readonly message: string; readonly at: number }
  /** It nests deeper than the parser can go. */
  | { readonly kind: 'too-deep' };

const sourceKey = Symbol.for('encsafe.libpg-query.wasm');

export type ParseSql = (text: string) => Parsed;

/** This module stands in several bundles: what the host says is kept where all of them see it. */
const shared = globalThis as { [sourceKey]?: () => Promise<Uint8Array> };

let loading: Promise<ParseSql> | undefined;

/** Says where the bytes of `libpg-query.wasm` come from. They are asked for once, when the first text must be parsed. */
export function setWasmSource(load: () => Promise<Uint8Array>): void {
  shared[sourceKey] = load;
}

/** PostgreSQL's parser, loaded the first time that it is needed. */
export function loadParser(): Promise<ParseSql> {
  loading ??= load().catch((error: unknown) => {
    // The host may have it the next time.
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<ParseSql> {
  const source = shared[sourceKey];
  if (source === undefined) throw new Error('nothing says where the WebAssembly of the SQL parser is');
  const [{ default: start }, bytes] = await Promise.all([
    import('libpg-query/wasm/libpg-query.js'),
    source(),
  ]);
  const compiled = await WebAssembly.compile(bytes);
  // By itself the package looks for a file.
  const module = await new Promise<Awaited<ReturnType<typeof start>>>((resolve, reject) => {
    start({
      instantiateWasm: (imports, receive) => {
        WebAssembly.instantiate(compiled, imports).then(receive, reject);
      },
    }).then(resolve, reject);
  });
  return (text) => {
    const length = module.lengthBytesUTF8(text) + 1;
    const query = module._malloc(length);
    let result = 0;
    try {
      module.stringToUTF8(text, query, length);
      result = module._wasm_parse_query_raw(query);
      // The struct PgQueryParseResult: the tree, what went to stderr, the error.
      const error = module.getValue(result + 8, 'i32');
      if (error !== 0) {
        // The struct PgQueryError: message, function, file, line, position from 1.
        const message = module.UTF8ToString(module.getValue(error, 'i32'));
        return { kind: 'error', message, at: Math.max(0, module.getValue(error + 16, 'i32') - 1) };
      }
      const tree = JSON.parse(module.UTF8ToString(module.getValue(result, 'i32')));
      return { kind: 'tree', statements: tree.stmts ?? [] };
    } catch (error) {
      if (error instanceof RangeError) return { kind: 'too-deep' };
      throw error;
    } finally {
      module._free(query);
      if (result !== 0) module._wasm_free_parse_result(result);
    }
  };
}
