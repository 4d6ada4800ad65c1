/** What is found: a part of a text, under the headings it stands under. */
export type Piece = {
  heading: string
  text: string
  /** What a question is compared with, one by one. */
  words: string[]
}
