import type { Found } from '../engine.ts'
import { analyse } from './analyse.ts'
import { entryOf } from './entry.ts'
import { askedOf, score } from './rank.ts'

/** How much words by themselves have to do with something that was found, from 0 to 1. */
export const relevance = (words: string, { title, answer }: Pick<Found, 'title' | 'answer'>): number =>
  score(askedOf(analyse(words)), entryOf({ words: [title], text: answer }))
