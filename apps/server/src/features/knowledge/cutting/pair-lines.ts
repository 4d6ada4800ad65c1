const QUESTION = /^(?:\d{1,3}[.、)）]\s*)?(?:[【[]?(?:问题?|Q)\s*\d{0,3}[】\]]?\s*[:：.、]|[Qq]\d{1,3}\s+)\s*(\S.*)$/
const ANSWER = /^[【[]?(?:答案?|回答|A)\s*\d{0,3}[】\]]?\s*[:：.、]\s*(.*)$/

/** The question of a line like 「问：…」, 「Q1. …」. */
export const startsQuestion = (line: string): string | undefined => QUESTION.exec(line)?.[1]

/** The start of the answer in a line like 「答：…」, 「A: …」. */
export const startsAnswer = (line: string): string | undefined => ANSWER.exec(line)?.[1]

/** Several questions in one cell, separated by lines, bars or semicolons. */
export const splitQuestions = (cell: string): string[] =>
  cell
    .split(/[\n|｜;；]/)
    .map((way) => way.trim())
    .filter(Boolean)
