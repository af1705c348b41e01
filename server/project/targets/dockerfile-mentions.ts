import { type Mention, readImage } from './images.ts';

/** The MongoDB servers that a Dockerfile builds on. */
export function mentionsInDockerfile(text: string): Mention[] {
  if (!/mongo/i.test(text)) return [];
  const defaults = new Map<string, string>();
  return text.split(/\r\n|\n|\r/).flatMap((line) => {
    const [, name, value] = /^\s*ARG\s+(\w+)=["']?([^"'\s]*)["']?\s*$/i.exec(line) ?? [];
    if (name !== undefined && value !== undefined) defaults.set(name, value);
    const [, image] = /^\s*FROM\s+(?:--\S+\s+)*(\S+)/i.exec(line) ?? [];
    return image === undefined ? [] : (readImage(image, defaults) ?? []);
  });
}
