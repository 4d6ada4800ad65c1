/** A searchable part of a text with the path of its headings. */
export type Piece = {
  heading: string
  text: string
  /** Texts a question is compared with, one by one. */
  words: string[]
}
