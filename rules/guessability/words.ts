/** Letters that Unicode does not take apart, as people spell them in names of fields. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ı: 'i',
};

/** The words of a name, in lower case and without accents: `dateOfBirth`, `DATE_OF_BIRTH` and `date-of-birth` agree. */
export function words(name: string): readonly string[] {
  const spaced = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replace(/(\p{L})(?=\p{N})/gu, '$1 ')
    .replace(/(\p{N})(?=\p{L})/gu, '$1 ')
    .toLowerCase()
    .replace(/[ßøæœłđı]/gu, (letter) => plainLetters[letter] ?? letter);
  return spaced.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
