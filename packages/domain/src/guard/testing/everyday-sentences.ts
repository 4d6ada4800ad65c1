import { BEAUTY_SENTENCES } from './beauty-sentences.ts'
import { CLINIC_SENTENCES } from './clinic-sentences.ts'
import { EDUCATION_SENTENCES } from './education-sentences.ts'
import { HOME_SENTENCES } from './home-sentences.ts'
import { LOCAL_SENTENCES } from './local-sentences.ts'

/** Everyday sentences of both sides in which neither a contact nor a forbidden word may be found. */
export const EVERYDAY_SENTENCES: readonly string[] = [
  ...BEAUTY_SENTENCES,
  ...HOME_SENTENCES,
  ...EDUCATION_SENTENCES,
  ...CLINIC_SENTENCES,
  ...LOCAL_SENTENCES,
]
