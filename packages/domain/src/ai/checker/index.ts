export { type AnswerCheck, checkAnswer, guardWarnings, isLetOut } from './check-answer.ts'
export { plainText, pricesIn, readFacts } from './read-facts.ts'
