import { type Disposable, EventEmitter, type LogOutputChannel, Uri, workspace } from 'vscode';
import { type BaseLanguageClient, type LanguageClientOptions, State } from 'vscode-languageclient';
import { documentSelector, type Home } from './documents.ts';
import { answerFiles } from './files.ts';

export type CreateClient = (options: LanguageClientOptions) => BaseLanguageClient;

/** What a person can be told about the server. */
export type ServerState =
  | { readonly kind: 'off' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready'; readonly version: string; readonly check: Check | undefined }
  | { readonly kind: 'failed'; readonly reason: string };

/** The latest check of an open document. */
export interface Check {
  readonly at: Date;
  readonly milliseconds: number;
}

interface Setup {
  readonly home: Home;
  readonly create: CreateClient;
  readonly log: LogOutputChannel;
  readonly extensionUri: Uri;
}

/** The language server over the life of the extension: each start has a client of its own. */
export class LanguageServer implements Disposable {
  readonly #setup: Setup;
  readonly #changed = new EventEmitter<ServerState>();
  readonly #notified = new EventEmitter<string>();
  #client: BaseLanguageClient | undefined;
  #state: ServerState = { kind: 'starting' };
  /** Starts and stops one after the other, however fast they are asked for. */
  #turn: Promise<void> = Promise.resolve();

  readonly onDidChangeState = this.#changed.event;
  /** The costs may have changed. */
  readonly onDidChangeCosts = this.#notified.event;

  constructor(setup: Setup) {
    this.#setup = setup;
  }

  get home(): Home {
    return this.#setup.home;
  }

  get state(): ServerState {
    return this.#state;
  }

  start(): Promise<void> {
    return this.#inTurn(() => this.#start());
  }

  stop(): Promise<void> {
    return this.#inTurn(() => this.#stop());
  }

  restart(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#stop();
      await this.#start();
    });
  }

  /** The answer to a request, or undefined when no server runs or it knows no answer. */
  async request<Answer>(method: string, parameters: unknown): Promise<Answer | undefined> {
    await this.#turn;
    const client = this.#client;
    if (client === undefined || !client.isRunning()) return undefined;
    try {
      return await client.sendRequest<Answer>(method, parameters);
    } catch (error) {
      this.#setup.log.error(`${method}: ${messageOf(error)}`);
      return undefined;
    }
  }

  settingsChanged(): void {
    if (this.#client?.state === State.Running) this.#ready();
  }

  dispose(): void {
    void this.stop();
    this.#changed.dispose();
    this.#notified.dispose();
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work, work);
    return this.#turn;
  }

  async #start(): Promise<void> {
    this.#set({ kind: 'starting' });
    const { create, log } = this.#setup;
    const client = create(this.#options());
    this.#client = client;
    client.onDidChangeState(({ newState }) => {
      if (this.#client !== client) return;
      if (newState === State.Starting) this.#set({ kind: 'starting' });
      else if (newState === State.Running) this.#ready();
      else if (newState === State.Stopped) this.#set({ kind: 'failed', reason: 'the server has ended' });
    });
    client.onNotification('$/encsafe/costsChanged', () => this.#notified.fire('costs'));
    answerFiles(client);
    try {
      await client.start();
      this.#ready();
    } catch (error) {
      const reason = messageOf(error);
      log.error(`the server cannot be started: ${reason}`);
      this.#set({ kind: 'failed', reason });
    }
  }

  async #stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    if (client === undefined) return;
    try {
      await client.dispose();
    } catch (error) {
      this.#setup.log.debug(`while the server was stopped: ${messageOf(error)}`);
    }
  }

  #options(): LanguageClientOptions {
    const { home, log, extensionUri } = this.#setup;
    return {
      documentSelector: documentSelector(home),
      outputChannel: log,
      diagnosticCollectionName: 'encsafe',
      initializationOptions: {
        commands: true,
        // Where there is no disk the server cannot know where its files are.
        ...(home === 'web'
          ? {
              pages: Uri.joinPath(extensionUri, 'rules').toString(true),
              parser: Uri.joinPath(extensionUri, 'dist/libpg-query.wasm').toString(true),
            }
          : {}),
      },
      middleware: {
        provideDiagnostics: async (document, previousResultId, token, next) => {
          const began = performance.now();
          const report = await next(document, previousResultId, token);
          if (!token.isCancellationRequested) this.#checked(performance.now() - began);
          return report;
        },
      },
    };
  }

  #checked(milliseconds: number): void {
    if (this.#state.kind !== 'ready') return;
    this.#set({ ...this.#state, check: { at: new Date(), milliseconds } });
  }

  #ready(): void {
    if (!workspace.getConfiguration('encsafe').get('enable', true)) {
      this.#set({ kind: 'off' });
      return;
    }
    if (this.#state.kind === 'ready') return;
    const version = this.#client?.initializeResult?.serverInfo?.version ?? '';
    this.#setup.log.info(`encsafe ${version} is ready`);
    this.#set({ kind: 'ready', version, check: undefined });
  }

  #set(state: ServerState): void {
    this.#state = state;
    this.#changed.fire(state);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
