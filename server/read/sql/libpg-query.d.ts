/** The parts of Emscripten's module that are used; the package declares only its other entry. */
declare module 'libpg-query/wasm/libpg-query.js' {
  interface PgQueryModule {
    readonly lengthBytesUTF8: (text: string) => number;
    readonly stringToUTF8: (text: string, pointer: number, length: number) => void;
    readonly UTF8ToString: (pointer: number) => string;
    readonly getValue: (pointer: number, type: 'i32') => number;
    readonly _malloc: (bytes: number) => number;
    readonly _free: (pointer: number) => void;
    readonly _wasm_parse_query_raw: (query: number) => number;
    readonly _wasm_free_parse_result: (result: number) => void;
  }
  function load(options: {
    readonly instantiateWasm: (imports: object, receive: (instance: object) => void) => void;
  }): Promise<PgQueryModule>;
  export = load;
}
