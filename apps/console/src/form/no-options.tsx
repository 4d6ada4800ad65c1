import { texts } from './texts.ts'

/** What a list of choices says when it has none, or none that a search finds: as a choice that cannot be made, since a listbox holds nothing else. */
export const NoOptions = ({ text = texts.noOptions }: { text?: string }) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- in a listbox that is no select
  <span role="option" aria-disabled="true" aria-selected="false">
    {text}
  </span>
)

/** Of antd's selects; undefined leaves the others as they are. */
export const noOptionsOf = (component: string | undefined) => (component === 'Select' ? <NoOptions /> : undefined)
