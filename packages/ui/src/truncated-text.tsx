import { Tooltip } from './tooltip.tsx'

const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight

/** One line of text, truncated with an ellipsis; the full text is in a tooltip when truncated. */
export const TruncatedText = ({ text }: { text: string }) => (
  <Tooltip text={(anchor) => isCut(anchor) && text}>
    <span className="cut">{text}</span>
  </Tooltip>
)
