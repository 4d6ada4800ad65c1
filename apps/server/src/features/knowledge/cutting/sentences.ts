/** Sentences of a text, each with the signs that end it. */
export const sentencesOf = (text: string): string[] =>
  (text.match(/[^。！？!?；;\n]+[。！？!?；;]*["”’）)]*|[。！？!?；;]+/g) ?? [])
    .map((each) => each.trim())
    .filter(Boolean)
