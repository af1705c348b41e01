// Runs in the extension host: what an extension offers there, asked for as other extensions would ask.
const assert = require('node:assert/strict');
const vscode = require('vscode');

const suite = {
  'the extension starts with the first document that it reads': async () => {
    await open('people.encryptedFields.json');
    const extension = vscode.extensions.getExtension('encsafe.encsafe');
    assert.ok(extension, 'it is there');
    await until('its start', () => extension.isActive);
  },

  'diagnostics have the code, its page, and the other place': async () => {
    const { uri, document } = await open('people.encryptedFields.json');
    const [found, ...others] = await until('diagnostics', () => some(diagnosticsOf(uri)));
    assert.deepEqual(others, []);
    assert.equal(found.code.value, 'mongodb/query-type-combination');
    assert.match(String(found.code.target), /query-type-combination/);
    assert.equal(document.getText(found.range), '"equality"');
    assert.match(found.relatedInformation[0].message, /substring/);
  },

  'a quick fix mends the document': async () => {
    const { uri, document } = await open('people.encryptedFields.json');
    const [found] = await until('diagnostics', () => some(diagnosticsOf(uri)));
    const fix = await until('a quick fix', async () =>
      (await ask('vscode.executeCodeActionProvider', uri, found.range, 'quickfix')).find(({ title }) =>
        /keep equality only/i.test(title),
      ),
    );
    const edit = fix.edit ?? (await resolved(uri, found.range, fix.title)).edit;
    assert.ok(await vscode.workspace.applyEdit(edit));
    await until('no diagnostics', () => diagnosticsOf(uri).length === 0);
    assert.deepEqual([JSON.parse(document.getText()).fields[0].queries].flat(), [{ queryType: 'equality' }]);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  },

  'a hover says what the field costs': async () => {
    const { uri, document } = await open('patients.encryptedFields.json');
    const at = document.positionAt(document.getText().indexOf('email') + 2);
    const text = await until('a hover', async () => {
      const hovers = await ask('vscode.executeHoverProvider', uri, at);
      return hovers
        .flatMap(({ contents }) => contents.map(({ value }) => value))
        .find((value) => /tokens/.test(value));
    });
    assert.match(text, /substring/);
  },

  'completion offers what is legal': async () => {
    const { uri, document } = await open('members.encryptedFields.json');
    const at = document.positionAt(document.getText().indexOf('"queryType": ""') + 14);
    const labels = await until('completions', async () => {
      const { items } = await ask('vscode.executeCompletionItemProvider', uri, at);
      const shown = items.map(({ label }) => (typeof label === 'string' ? label : label.label));
      return shown.some((label) => /range/.test(label)) ? shown : undefined;
    });
    assert.ok(labels.some((label) => /equality/.test(label)));
    assert.ok(!labels.some((label) => /substring/.test(label)));
  },
};

exports.run = async () => {
  const failed = [];
  for (const [name, test] of Object.entries(suite)) {
    try {
      await test();
      console.log(`✓ extension host: ${name}`);
    } catch (error) {
      failed.push(name);
      console.log(`✗ extension host: ${name}\n${error.stack}`);
    }
  }
  if (failed.length > 0) throw new Error(`failed: ${failed.join('; ')}`);
};

async function open(name) {
  const [folder] = vscode.workspace.workspaceFolders;
  const uri = vscode.Uri.joinPath(folder.uri, name);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  return { uri, document };
}

function diagnosticsOf(uri) {
  return vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'encsafe');
}

async function ask(command, ...args) {
  return (await vscode.commands.executeCommand(command, ...args)) ?? [];
}

/** Some servers give the edit only when the action is chosen. */
async function resolved(uri, range, title) {
  const actions = await ask('vscode.executeCodeActionProvider', uri, range, 'quickfix', 10);
  return actions.find((action) => action.title === title);
}

function some(list) {
  return list.length > 0 ? list : undefined;
}

async function until(what, question, within = 20_000) {
  const end = Date.now() + within;
  for (;;) {
    const answer = await question();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`${what}: not within ${within / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
