// Draws what a terminal shows, as an SVG: the real output of a command, colours and all.
import { stripVTControlCharacters } from 'node:util';

const escapeSign = '\u001b[';
const palette = {
  background: '#0d1117',
  text: '#e6edf3',
  dim: '#8b949e',
  31: '#ff7b72',
  32: '#7ee787',
  33: '#e3b341',
  34: '#79c0ff',
  35: '#d2a8ff',
  36: '#56d4dd',
  90: '#8b949e',
};
const size = { font: 13, line: 19, letter: 7.83, margin: 18, bar: 34 };

/** `text` holds ANSI colours; lines are not wrapped. */
export function picture(title, text) {
  const lines = text.replace(/\n+$/, '').split('\n');
  const columns = Math.max(...lines.map((line) => stripVTControlCharacters(line).length), title.length + 8);
  const width = Math.ceil(columns * size.letter + size.margin * 2);
  const height = lines.length * size.line + size.bar + size.margin * 2 - 6;
  const rows = lines.map((line, at) => {
    const y = size.bar + size.margin + at * size.line + size.font;
    return `<text xml:space="preserve" x="${size.margin}" y="${y}">${spans(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(title)}">
<style>text { font: ${size.font}px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: ${palette.text}; white-space: pre; }</style>
<rect width="${width}" height="${height}" rx="8" fill="${palette.background}"/>
<circle cx="20" cy="17" r="5.5" fill="#ff5f57"/><circle cx="38" cy="17" r="5.5" fill="#febc2e"/><circle cx="56" cy="17" r="5.5" fill="#28c840"/>
<text x="78" y="21" style="fill: ${palette.dim}">${escapeXml(title)}</text>
${rows.join('\n')}
</svg>
`;
}

function spans(line) {
  const [first = '', ...rest] = withoutLinks(line).split(escapeSign);
  const style = { color: undefined, bold: false, dim: false };
  let result = escapeXml(first);
  for (const part of rest) {
    const end = part.indexOf('m');
    for (const code of part.slice(0, end).split(';').map(Number)) apply(style, code);
    const text = part.slice(end + 1);
    if (text === '') continue;
    const css = [
      style.color ? `fill: ${style.color}` : style.dim ? `fill: ${palette.dim}` : '',
      style.bold ? 'font-weight: 700' : '',
    ]
      .filter(Boolean)
      .join('; ');
    result += css === '' ? escapeXml(text) : `<tspan style="${css}">${escapeXml(text)}</tspan>`;
  }
  return result;
}

/** A terminal's links, `ESC ] 8 ; ; address BEL`, have no place in a picture. */
function withoutLinks(line) {
  const [first = '', ...rest] = line.split('\u001b]8;;');
  return first + rest.map((part) => part.slice(part.indexOf('\u0007') + 1)).join('');
}

function apply(style, code) {
  if (code === 0) Object.assign(style, { color: undefined, bold: false, dim: false });
  else if (code === 1) style.bold = true;
  else if (code === 2) style.dim = true;
  else if (code === 22) Object.assign(style, { bold: false, dim: false });
  else if (code === 39) style.color = undefined;
  else if (palette[code] !== undefined) style.color = palette[code];
}

function escapeXml(text) {
  return text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);
}
