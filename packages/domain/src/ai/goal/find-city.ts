import { CITIES } from './cities.ts'

const LONGEST = Math.max(...[...CITIES].map((city) => city.length))
const CUE = /(?:在|住|坐标|来自|位于|城市|城市是|从|我是|人在|家在|去|到|地区|所在地)[:是]?$/
/** City names inside other names: 南京路, 重庆火锅. */
const NO_CITY_AFTER = /^(?:路|街|话|菜|火锅|烤鸭|小吃|味|大厦|酒家|人民|大学|中路|东路|西路|南路|北路|广场|牌|银行)/
// No alternative may be a concatenation of others: ambiguity makes the regular expression backtrack (ReDoS).
const AROUND = /^(?:我|们|咱|这|边|人|的|市|省|区|本地|呢|哦|呀|哈|啊|吧|,|。)*$/
const CLAUSE_ENDS = /[，。！？；\n,.!?;\s]+/

/** The customer's city. `isAsked`: a bare city name is enough. */
export function findCity(text: string, isAsked: boolean): string | undefined {
  for (const clause of text.split(CLAUSE_ENDS)) {
    const found = cityIn(clause, isAsked)
    if (found !== undefined) return found
  }
  return undefined
}

function cityIn(clause: string, isAsked: boolean): string | undefined {
  for (let at = 0; at < clause.length; at += 1) {
    for (let length = LONGEST; length >= 2; length -= 1) {
      const name = clause.slice(at, at + length)
      if (!CITIES.has(name)) continue
      const before = clause.slice(0, at)
      const after = clause.slice(at + length)
      if (NO_CITY_AFTER.test(after)) break
      const isAlone = AROUND.test(before) && AROUND.test(after)
      if (isAsked || isAlone || CUE.test(before)) return name.replace(/市$/, '')
      break
    }
  }
  return undefined
}
