/** Words after which people write a WeChat id. */
const WECHAT_CUES = ['微信', '微❤', '薇', '威信', '卫星', '绿泡泡', 'vx', 'wx', 'v信', '加v', '+v', '加我', '加微']

/** Signs put into a cue to hide it. */
const HIDING_SIGNS = '-._·*|~\\p{Extended_Pictographic}'
const GAP = `[${HIDING_SIGNS}\\s]{0,2}`

/** A cue in a lower-case text. The beginning of an id of WeChat's own making (wxid_) needs none before it. */
export const WECHAT_CUE = new RegExp(`(?<![a-z])(?=wxid_)|${WECHAT_CUES.map(cueSource).join('|')}`, 'gu')

function cueSource(cue: string): string {
  const signs = Array.from(cue, (sign) => (sign === '+' || sign === '加' ? '[+加]' : sign))
  // 60W x 2 is a measure, so two letters are not taken together over a space.
  if (/^[a-z]{2}$/.test(cue)) return `(?<![a-z])${signs.join(`[${HIDING_SIGNS}]{0,2}`)}`
  const source = signs.join(GAP)
  // The x of 加vx belongs to the cue, that of 加vxiaoming to the name: in pinyin i or u follows x. A v that begins
  // a word of letters, as in 加vitamin, is no cue.
  return cue.endsWith('v') ? `${source}(?:${GAP}(?:信|x(?![iu]))|(?![a-z]{2,}(?![-_a-z0-9])))` : source
}
