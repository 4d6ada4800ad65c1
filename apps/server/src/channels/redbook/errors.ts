import { type ErrorRow, kindFinder } from '../http/refusal.ts'

/** The platform's real codes are not known; these are the simulator's, chosen so that no real one looks like them. */
export const REDBOOK_ERRORS: readonly ErrorRow[] = [
  { kind: 'token_expired', codes: ['990001'] },
  { kind: 'token_invalid', codes: ['990002'] },
  { kind: 'needs_reauth', codes: ['990003'] },
  { kind: 'not_granted', codes: ['990004'] },
  { kind: 'app_not_allowed', codes: ['990005'] },
  { kind: 'credentials_wrong', codes: ['990006'] },
  { kind: 'not_enterprise', codes: ['990007'] },
  { kind: 'already_bound', codes: ['990008'] },
  { kind: 'quota_exhausted', codes: ['990020'] },
  { kind: 'window_closed', codes: ['990021'] },
  { kind: 'wrong_target', codes: ['990022'] },
  { kind: 'text_refused', codes: ['990030'] },
  { kind: 'words_refused', codes: ['990031'] },
  { kind: 'contact_refused', codes: ['990032'] },
  { kind: 'media_refused', codes: ['990033'] },
  { kind: 'card_unusable', codes: ['990034'] },
  { kind: 'rate_limited', codes: ['990040'] },
  { kind: 'customer_unreachable', codes: ['990050'] },
  { kind: 'account_limited', codes: ['990051'] },
  { kind: 'ads_paused', codes: ['990052'] },
  { kind: 'recall_too_late', codes: ['990060'] },
  { kind: 'bad_request', codes: ['990070'] },
  { kind: 'platform_down', codes: ['990080'] },
]

export const redbookErrorKind = kindFinder(REDBOOK_ERRORS)
