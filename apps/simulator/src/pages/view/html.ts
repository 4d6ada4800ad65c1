/** Markup in which every value was escaped; `html` makes it. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[]

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (it) => ENTITIES[it] ?? it)

function textOf(value: HtmlValue): string {
  if (value instanceof Html) return value.text
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return value ? value.map(textOf).join('') : ''
}

/** What people typed is data: values become text, only other `html` stays markup. Attributes must be quoted. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(strings.reduce((text, part, index) => text + textOf(values[index - 1]) + part))
}

/** A boolean attribute: there, or not. */
export const flag = (name: string, isOn: boolean): Html => new Html(isOn ? name : '')

/** Only addresses a picture or link may have; anything else (`javascript:`) becomes no address. */
export const safeUrl = (url: string): string => (/^(https?:\/\/|\/(?!\/)|data:image\/)/.test(url) ? url : '')
