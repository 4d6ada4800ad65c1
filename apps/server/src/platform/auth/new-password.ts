import { createHash } from 'node:crypto'
import { PASSWORD_TEXTS } from '@ruwu/domain'
import { FieldError } from '../http/errors.ts'

const COMMON =
  '1234567890 0123456789 9876543210 0987654321 123123 123321 112233 121212 123123123 147258 147258369 159357 159753 789456123 5201314 ' +
  '520520 521521 1314520 7758521 7758258 1qaz2wsx q1w2e3r4 qwerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm abc123 abcd1234 abcdef ' +
  'a123456 a123456789 a12345678 aa123456 aa123456789 123456a 123456aa 123456abc abc123456 qwe123 qwe123456 q123456 1q2w3e 1q2w3e4r ' +
  'password passw0rd p@ssw0rd password1 password123 admin123 admin888 admin123456 root123 woaini woaini520 woaini1314 iloveyou ' +
  'ruwu2026 kefu123 kefu123456 welcome1 letmein dragon monkey sunshine'

/** What everybody tries first: counting up or down, one character again and again, and the list above in three spellings. */
function* commonPasswords(): Generator<string> {
  for (let length = 6; length <= 20; length += 1) {
    for (const digit of '0123456789a') yield digit.repeat(length)
    yield '1234567890'.repeat(2).slice(0, length)
  }
  for (const word of COMMON.split(' ')) yield* [word, word.toUpperCase(), word[0]!.toUpperCase() + word.slice(1)]
}

const digestOf = (password: string) => createHash('sha256').update(password).digest('hex')

let common: Set<string> | undefined

/** Only the digest of a password arrives, so it is compared with the digests of passwords that are guessed first. */
export function checkNewPassword(
  digest: string,
  { telephone, old, field = 'newPassword' }: { telephone: string; old?: string; field?: string },
): void {
  if (digest === old) throw new FieldError({ [field]: PASSWORD_TEXTS.sameAsOld })
  common ??= new Set(Array.from(commonPasswords(), digestOf))
  const own = [telephone, telephone.slice(-8), telephone.slice(-6)].map(digestOf)
  if (common.has(digest) || own.includes(digest)) throw new FieldError({ [field]: PASSWORD_TEXTS.weak })
}
