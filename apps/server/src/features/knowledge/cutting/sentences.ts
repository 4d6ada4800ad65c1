/** Sentences including their closing punctuation. */
export const sentencesOf = (text: string): string[] =>
  (text.match(/[^。！？!?；;\n]+[。！？!?；;]*["”’）)]*|[。！？!?；;]+/g) ?? [])
    .map((each) => each.trim())
    .filter(Boolean)
