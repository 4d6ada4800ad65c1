import { type Fields, fieldsOf, textOf } from '../http/fields.ts'

export const NO_ERROR = '0'

/** The three shapes of answers: the first code that is not zero. */
export function codeOf(body: Fields): string {
  const { extra, data } = parts(body)
  const codes = [extra.error_code, data.error_code, body.error_code, body.err_no]
  return codes.map(textOf).find((code) => code !== undefined && code !== NO_ERROR) ?? NO_ERROR
}

export function refusalTextOf(body: Fields): string {
  const { extra, data } = parts(body)
  const texts = [extra.description, data.description, body.description, body.err_msg, body.message]
  return texts.map(textOf).find((text) => text !== undefined) ?? ''
}

export function logIdOf(body: Fields): string {
  return textOf(parts(body).extra.logid) ?? textOf(body.log_id) ?? ''
}

/** A field that stands at the top or under data, depending on the page. */
export function answerField(body: Fields, name: string): unknown {
  return body[name] ?? parts(body).data[name]
}

function parts(body: Fields): { extra: Fields; data: Fields } {
  return { extra: fieldsOf(body.extra), data: fieldsOf(body.data) }
}
