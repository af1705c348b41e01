import path from 'node:path';
import { openPage } from './browser.mjs';
import { startServer } from './server.mjs';
import { until } from './until.mjs';

/**
 * Opens the workbench on a folder or a `.code-workspace` file. `at` is `{ file, line, column }`, counted from 1: the file
 * to show, and where the cursor stands. `development` are folders of extensions to run from their sources, `tests` the
 * suite to run in the extension host; `prepare` meets the page before anything is loaded.
 */
export async function openWorkbench(options) {
  const { folder, workspace, at, settings, extensions, development = [], tests, prepare, cleanup } = options;
  const { port } = await startServer({ settings, extensions, cleanup });
  const page = await openPage(cleanup);
  await prepare?.(page);

  const remote = (file) => `vscode-remote://127.0.0.1:${port}${file}`;
  const payload = [['skipWelcome', 'true']];
  for (const one of development) payload.push(['extensionDevelopmentPath', remote(one)]);
  if (tests !== undefined) payload.push(['extensionTestsPath', remote(tests)]);
  if (at !== undefined) {
    const file = path.resolve(folder ?? path.dirname(workspace), at.file);
    payload.push(['openFile', `${remote(file)}:${at.line}:${at.column}`], ['gotoLineMode', 'true']);
  }
  const query = new URLSearchParams(workspace === undefined ? { folder } : { workspace });
  query.set('payload', JSON.stringify(payload));
  await page.goto(`http://127.0.0.1:${port}/?${query}`);
  await page.waitForSelector('.monaco-workbench');

  const workbench = new Workbench(page);
  if (at !== undefined) await workbench.editorShows(path.basename(at.file));
  return workbench;
}

/** What a person does in the workbench, and what they see there. */
export class Workbench {
  constructor(page) {
    this.page = page;
  }

  /** Waits until the file is the active editor, with its text, and takes keys. */
  async editorShows(name) {
    await this.page.waitForSelector(`.tab.active[data-resource-name="${name}"]`);
    await this.page.waitForSelector('.editor-group-container.active .monaco-editor .view-line');
    await this.focusEditor();
  }

  async focusEditor() {
    await this.page.keyboard.press('Control+1');
    await this.page.waitForSelector('.editor-group-container.active .monaco-editor.focused');
  }

  async openFromExplorer(name) {
    await this.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).dblclick();
    await this.editorShows(name);
  }

  /** Another file of the folder, by the name that the quick open finds. */
  async openFile(name) {
    await this.pick('Control+P', name, name.split('/'));
    await this.editorShows(path.basename(name));
  }

  async placeCursor({ line, column }) {
    await this.page.keyboard.press('Control+G');
    await this.page.locator('.quick-input-widget:visible input[type="text"]').fill(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await this.page.waitForSelector(`.statusbar-item:has-text("Ln ${line}, Col ${column}")`);
  }

  /** Runs a command by its title, as in the palette. */
  async command(title) {
    await this.pick('F1', `>${title}`, [title]);
  }

  /**
   * Types into the quick input that the key opens, and takes the first choice once it holds all the words. The choices are
   * those of the moment: a command of an extension that starts meanwhile needs the key again.
   */
  async pick(key, text, words) {
    const input = this.page.locator('.quick-input-widget:visible input[type="text"]');
    const first = this.page.locator('.quick-input-widget .quick-input-list .monaco-list-row').first();
    await until(`the choice “${text}”`, async () => {
      await this.page.keyboard.press(key);
      await input.fill(text);
      const found = await this.shortly(async () => {
        if ((await first.count()) === 0) return false;
        const label = ((await first.getAttribute('aria-label')) ?? '').toLowerCase();
        return words.every((word) => label.includes(word.toLowerCase()));
      });
      if (found === undefined) await this.page.keyboard.press('Escape');
      return found;
    });
    await this.page.keyboard.press('Enter');
  }

  /** `error`, `warning`, `info`: how many squiggles of the kind are on screen. */
  squiggles(kind) {
    return this.page.locator(`.editor-group-container.active .squiggly-${kind}`).count();
  }

  squiggleShown(kind) {
    return until(`a squiggle (${kind})`, async () => (await this.squiggles(kind)) > 0);
  }

  squiggleGone(kind) {
    return until(`no squiggle (${kind})`, async () => (await this.squiggles(kind)) === 0);
  }

  /** The rows of the panel of problems, once it is open. */
  async openProblems() {
    if (await this.page.locator('.markers-panel').isVisible()) return;
    await this.page.keyboard.press('Control+Shift+M');
    await this.page.waitForSelector('.markers-panel', { state: 'visible' });
  }

  async problems() {
    const rows = await this.page.locator('.markers-panel .monaco-list-row').allInnerTexts();
    return rows.map((row) => row.replace(/\s+/g, ' ').trim());
  }

  problem(pattern) {
    return until(`a problem ${pattern}`, async () =>
      (await this.problems()).find((row) => pattern.test(row)),
    );
  }

  /** The card at the cursor. It may open before the server has answered, so it is asked for again. */
  async hover(pattern) {
    const card = this.page.locator('.monaco-hover:visible .hover-contents');
    return until(`a hover ${pattern}`, async () => {
      await this.page.keyboard.press('Control+K');
      await this.page.keyboard.press('Control+I');
      const text = await this.shortly(async () => {
        const shown = (await card.allInnerTexts()).join('\n');
        return pattern.test(shown) ? shown : undefined;
      });
      if (text === undefined) await this.page.keyboard.press('Escape');
      return text;
    });
  }

  /** How bright the card is, and how many pixels of its content are out of sight. */
  cardLook() {
    return this.page
      .locator('.monaco-hover:visible .monaco-scrollable-element')
      .first()
      .evaluate((shown) => {
        const card = shown.closest('.monaco-hover');
        const [red, green, blue] = getComputedStyle(card)
          .backgroundColor.match(/[\d.]+/g)
          .map(Number);
        const content = shown.firstElementChild;
        return {
          luminance: (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255,
          hidden: {
            across: content.scrollWidth - content.clientWidth,
            down: content.scrollHeight - content.clientHeight,
          },
        };
      });
  }

  /** The titles in the light bulb's menu at the cursor, which stays open. */
  async quickFixes(pattern) {
    const rows = this.page.locator('.action-widget .monaco-list-row.action');
    return until(`a quick fix ${pattern}`, async () => {
      await this.page.keyboard.press('Control+.');
      const titles = await this.shortly(async () => {
        const shown = await rows.allInnerTexts();
        return shown.some((title) => pattern.test(title)) ? shown : undefined;
      });
      if (titles === undefined) await this.page.keyboard.press('Escape');
      return titles;
    });
  }

  /** By the keyboard: while a pointer has not moved, the menu takes no clicks. */
  async applyQuickFix(pattern) {
    const focused = this.page.locator('.action-widget .monaco-list-row.focused');
    await until(`the quick fix ${pattern} under the cursor`, async () => {
      if (pattern.test((await focused.allInnerTexts()).join())) return true;
      await this.page.keyboard.press('ArrowDown');
      return false;
    });
    await this.page.keyboard.press('Enter');
  }

  /** The labels that completion offers at the cursor; the list stays open. */
  async completions(pattern) {
    const rows = this.page.locator('.suggest-widget.visible .monaco-list-row');
    return until(`a completion ${pattern}`, async () => {
      await this.page.keyboard.press('Control+Space');
      const labels = await this.shortly(async () => {
        const shown = await rows.locator('.label-name').allInnerTexts();
        return shown.some((label) => pattern.test(label)) ? shown : undefined;
      });
      if (labels === undefined) await this.page.keyboard.press('Escape');
      return labels;
    });
  }

  async chooseCompletion(label) {
    const row = this.page.locator('.suggest-widget.visible .monaco-list-row', {
      has: this.page.locator('.label-name', { hasText: new RegExp(`^${label}$`) }),
    });
    await row.click();
    await this.page.waitForSelector('.suggest-widget.visible', { state: 'detached' });
  }

  /** The page of a webview, which stands two frames deep, once it shows the words. */
  webview(pattern) {
    return until(`a page ${pattern}`, async () => {
      for (const frame of this.page.frames()) {
        try {
          if (pattern.test((await frame.locator('body').textContent({ timeout: 500 })) ?? '')) return frame;
        } catch {
          // A frame may be replaced while it is asked.
        }
      }
      return undefined;
    });
  }

  /** The answer of one try: undefined after two seconds, so that the question can be put again. */
  async shortly(ask) {
    try {
      return await until('an answer', ask, { within: 2_000 });
    } catch {
      return undefined;
    }
  }

  /** The text of the active editor as far as it is on screen. */
  async text() {
    const lines = await this.page
      .locator('.editor-group-container.active .monaco-editor .view-line')
      .evaluateAll((elements) =>
        elements
          .map((element) => ({
            top: Number.parseInt(element.style.top, 10),
            text: element.textContent ?? '',
          }))
          .sort((a, b) => a.top - b.top)
          .map(({ text }) => text),
      );
    return lines.join('\n').replaceAll('\u00a0', ' ');
  }

  save() {
    return this.page.keyboard.press('Control+S');
  }
}
