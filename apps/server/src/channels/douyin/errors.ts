import { type ErrorRow, kindFinder } from '../http/refusal.ts'

export const DOUYIN_ERRORS: readonly ErrorRow[] = [
  { kind: 'token_expired', codes: ['10008', '2190008', '28001008'] },
  { kind: 'token_invalid', codes: ['2190002', '28001003', '2190015'] },
  { kind: 'needs_reauth', codes: ['10010', '10020'] },
  { kind: 'not_granted', codes: ['2190003'] },
  { kind: 'app_not_allowed', codes: ['10004', '2100007', '2190004', '10012', '2190016'] },
  { kind: 'code_expired', codes: ['10007'] },
  { kind: 'redirect_wrong', codes: ['10006'] },
  { kind: 'credentials_wrong', codes: ['10003', '10013', '10014', '10015'] },
  { kind: 'not_enterprise', codes: ['2112001', '28029003'] },
  { kind: 'quota_exhausted', codes: ['28003070'] },
  { kind: 'window_closed', codes: ['28003080', '28003081'] },
  { kind: 'wrong_target', codes: ['28003082'] },
  { kind: 'text_refused', codes: ['28001038'] },
  { kind: 'words_refused', codes: ['2111001'] },
  { kind: 'media_refused', codes: ['2113001'] },
  { kind: 'rate_limited', codes: ['28003018', '2190001'] },
  { kind: 'policy_conflict', codes: ['28003095'] },
  { kind: 'customer_unreachable', codes: ['28003101', '2100009'] },
  { kind: 'account_limited', codes: ['28029004'] },
  { kind: 'bad_request', codes: ['10002', '10005', '2100005', '28001007'] },
  { kind: 'platform_down', codes: ['2100004', '28001005'] },
]

export const douyinErrorKind = kindFinder(DOUYIN_ERRORS)
