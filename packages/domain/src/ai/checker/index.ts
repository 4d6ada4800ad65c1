export { type AnswerCheck, checkAnswer, guardWarnings, passesGuard } from './check-answer.ts'
export { plainText, pricesIn, readFacts } from './read-facts.ts'
