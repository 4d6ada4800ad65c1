import type { LeadExtractor } from '@ruwu/contract'
import { LEAD_EXTRACTOR_LABELS } from '@ruwu/domain'
import { texts } from './texts.ts'

/** How the contact was found. */
export const extractionOf = (extractor: LeadExtractor) =>
  extractor === 'manual' ? texts.byHand : texts.by(LEAD_EXTRACTOR_LABELS[extractor])
