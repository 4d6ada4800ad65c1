import { analyse } from './analyse.ts'

/** Two questions with the same form are the same question. */
export const questionKey = (text: string): string => analyse(text).text.replaceAll(' ', '')
