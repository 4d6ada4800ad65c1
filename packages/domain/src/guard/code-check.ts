import { readText } from './checked-text.ts'
import { findContactInfo, findPlainLinks } from './contact-check.ts'
import type { ContactCategory } from './contact-patterns.ts'
import type { GuardHit } from './guard-hit.ts'
import { GUARD_TEXTS, PICTURE_LABELS } from './guard-texts.ts'
import type { TextRules } from './text-check.ts'

interface CodeCheck extends Pick<TextRules, 'source' | 'settings'> {
  codes?: readonly string[] | null
}

/** What a phone opens from a code: another app (weixin://, wxp://, alipays://), a call, a mail, a contact card. */
const OPENS: readonly [ContactCategory, RegExp][] = [
  ['wechat', /^(?:weixin|wxp|wechat):/i],
  ['phone', /^(?:tel|sms|smsto|mecard|begin):/i],
  ['email', /^(?:mailto|matmsg):/i],
  ['link', /^[a-z][a-z0-9+.-]{1,30}:\/\//i],
]

/** QR codes in a picture are held to the rule for contacts, whether they hold one as text or lead to one. */
export function codeHits({ codes, source, settings }: CodeCheck): GuardHit[] {
  const { contactLevel: level } = settings
  if (codes === undefined || level === 'off') return []
  const hit = { rule: 'contact', level, start: 0, end: 0 } as const
  if (codes === null)
    return [{ ...hit, category: 'contact', word: PICTURE_LABELS.unreadable, reason: GUARD_TEXTS.unreadable }]
  const categories = new Set(codes.flatMap((code) => contactOf(code, source) ?? []))
  return [...categories].map((category) => ({ ...hit, category, word: PICTURE_LABELS.code, reason: GUARD_TEXTS.code }))
}

function contactOf(code: string, source: TextRules['source']): ContactCategory | undefined {
  const opened = OPENS.find(([, pattern]) => pattern.test(code))
  if (opened) return opened[0]
  const text = readText(code, source)
  return (findContactInfo(text)[0] ?? findPlainLinks(text)[0])?.category
}
