import { analyse } from './analyse.ts'
import { isTopic } from './rank.ts'

/** Whether words say what they are about, rather than only what is asked of it: 多少钱 says nothing of that. */
export const namesTopic = (text: string): boolean => analyse(text).tokens.some(isTopic)
