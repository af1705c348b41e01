import {
  type Disposable,
  type ExtensionContext,
  Position,
  Range,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
} from 'vscode';
import type { CostSheet, SheetPlace } from '../../rules/costs/sheet.ts';
import type { LanguageServer } from '../language-server.ts';
import { isFromPage, type ToPage } from './messages.ts';
import { pageHtml } from './page-html.ts';

export interface CostReport {
  /** Shows the report; of one document where its URI is given, or where the document at hand declares fields. */
  readonly show: (uri?: string) => void;
}

const viewType = 'encsafe.costs';

/** A person types faster than a page should be filled anew. */
const settleMilliseconds = 200;

/** The report is one panel, which comes back after the window was closed. */
export function registerCostReport(context: ExtensionContext, server: LanguageServer): CostReport {
  let panel: CostPanel | undefined;
  const adopt = (webview: WebviewPanel, focus: string | undefined) => {
    const opened = new CostPanel(webview, context.extensionUri, server, focus);
    panel = opened;
    webview.onDidDispose(() => {
      opened.dispose();
      if (panel === opened) panel = undefined;
    });
  };
  context.subscriptions.push(
    window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: async (webview) => adopt(webview, undefined),
    }),
    { dispose: () => panel?.dispose() },
  );
  return {
    show(uri) {
      const focus = uri ?? window.activeTextEditor?.document.uri.toString();
      if (panel !== undefined) {
        panel.reveal(focus);
        return;
      }
      const column = window.activeTextEditor === undefined ? ViewColumn.Active : ViewColumn.Beside;
      adopt(window.createWebviewPanel(viewType, 'Cost of Encryption', column), focus);
    },
  };
}

class CostPanel implements Disposable {
  readonly #panel: WebviewPanel;
  readonly #server: LanguageServer;
  readonly #listening: Disposable[];
  #focus: string | undefined;
  #ready = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(panel: WebviewPanel, extensionUri: Uri, server: LanguageServer, focus: string | undefined) {
    this.#panel = panel;
    this.#server = server;
    this.#focus = focus;
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: [Uri.joinPath(extensionUri, 'dist')] };
    this.#listening = [
      webview.onDidReceiveMessage((message: unknown) => this.#received(message)),
      server.onDidChangeCosts(() => this.#soon()),
      server.onDidChangeState(({ kind }) => {
        if (kind !== 'starting') this.#soon();
      }),
      panel.onDidChangeViewState(() => {
        if (panel.visible) this.#soon();
      }),
    ];
    webview.html = pageHtml({
      script: webview.asWebviewUri(Uri.joinPath(extensionUri, 'dist/cost-page.js')).toString(),
      style: webview.asWebviewUri(Uri.joinPath(extensionUri, 'dist/cost-page.css')).toString(),
    });
  }

  reveal(focus: string | undefined): void {
    this.#panel.reveal(undefined, false);
    this.#focus = focus;
    void this.#update();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const one of this.#listening) one.dispose();
  }

  #received(message: unknown): void {
    if (!isFromPage(message)) return;
    if (message.kind === 'open') void open(message.at);
    else {
      this.#ready = true;
      void this.#update();
    }
  }

  #soon(): void {
    if (!this.#panel.visible) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#update(), settleMilliseconds);
  }

  async #update(): Promise<void> {
    if (!this.#ready) return;
    const sheet = await this.#server.request<CostSheet>('encsafe/costs', {});
    if (sheet === undefined) {
      this.#send({ kind: 'unavailable' });
      return;
    }
    this.#send({ kind: 'sheet', sheet });
    if (this.#focus !== undefined) this.#send({ kind: 'focus', uri: this.#focus });
    this.#focus = undefined;
  }

  #send(message: ToPage): void {
    void this.#panel.webview.postMessage(message);
  }
}

async function open({ uri, line, character }: SheetPlace): Promise<void> {
  const at = new Position(line, character);
  const shown = window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri);
  try {
    await window.showTextDocument(Uri.parse(uri), {
      viewColumn: shown?.viewColumn ?? ViewColumn.One,
      selection: new Range(at, at),
    });
  } catch {
    void window.showWarningMessage(`encsafe: ${Uri.parse(uri).path} can no longer be opened.`);
  }
}
