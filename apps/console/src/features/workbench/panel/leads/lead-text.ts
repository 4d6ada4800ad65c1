import type { Lead } from '@ruwu/contract'
import { LEAD_STATUS_LABELS } from '@ruwu/domain'
import type { Tone } from '@ruwu/ui'
import { texts } from '../texts.ts'

const tones: Record<Lead['status'], Tone> = {
  new: 'warning',
  following: 'quiet',
  added: 'success',
  won: 'success',
  invalid: 'quiet',
}

type LeadText = { tone: Tone; text: string }

/** Status of a contact, or that it is uncertain. A customer who copied our contact has left none. */
export function leadText({ kind, state, status }: Pick<Lead, 'kind' | 'state' | 'status'>): LeadText | undefined {
  if (kind === 'wechat_copy') return undefined
  switch (state) {
    case 'ambiguous':
      return { tone: 'warning', text: texts.ambiguous }
    case 'rejected':
      return { tone: 'quiet', text: texts.rejected }
    case 'valid':
      return { tone: tones[status], text: LEAD_STATUS_LABELS[status] }
  }
}
