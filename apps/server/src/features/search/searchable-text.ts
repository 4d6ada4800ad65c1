import type { Content } from '@ruwu/contract'

/** The words of a message by which it can be found; none for what nobody reads. */
export function searchableText(content: Content): string {
  switch (content.type) {
    case 'text':
    case 'note':
      return content.text ?? ''
    case 'file':
      return placeholderOf(content)
    case 'link':
      return [placeholderOf(content), ...formValues(content.extra?.fields)].join(' ').trim()
    default:
      return ''
  }
}

const placeholderOf = ({ placeholder }: Content) => (typeof placeholder === 'string' ? placeholder : '')

/** What a customer wrote into a card. */
function formValues(fields: string | undefined): string[] {
  if (!fields) return []
  try {
    return (JSON.parse(fields) as { value?: unknown }[]).flatMap(({ value }) =>
      typeof value === 'string' ? [value] : [],
    )
  } catch {
    return []
  }
}
