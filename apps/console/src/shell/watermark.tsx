import { watermarkText } from '@ruwu/domain'
import { useMe } from '../features/agent/index.ts'
import { useEnterprise } from '../features/enterprise/index.ts'
import styles from './watermark.module.css'

const WIDTH = 260
const HEIGHT = 180

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** One tile with the slanted text. Mid-grey is visible on light and dark pages. */
const tileOf = (text: string) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><text x="50%" y="50%" transform="rotate(-22 ${WIDTH / 2} ${HEIGHT / 2})" text-anchor="middle" font-family="sans-serif" font-size="15" fill="#808080">${escapeXml(text)}</text></svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}

/** 页面水印 over everything, dialogs included; takes no clicks. */
export function Watermark() {
  const isOn = useEnterprise().data?.watermark ?? false
  const me = useMe()
  if (!isOn || !me) return null
  return (
    <div
      className={styles.watermark}
      data-watermark={watermarkText(me)}
      style={{ backgroundImage: tileOf(watermarkText(me)) }}
      aria-hidden="true"
    />
  )
}
