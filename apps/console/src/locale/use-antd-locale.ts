import { WEEK_STARTS_ON } from '@ruwu/domain'
import type { Locale as AntdLocale } from 'antd/es/locale'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import updateLocale from 'dayjs/plugin/updateLocale'
import { useEffect, useState } from 'react'
import { report } from '../monitoring/monitoring.ts'
import { browserStorage } from '../browser/storage.ts'
import { DEFAULT_LOCALE, chosenLocale } from './locale-choice.ts'
import { packs, type Pack } from './locale-packs.ts'

dayjs.extend(updateLocale)
applyLocale('zh-cn')

/** Weeks start on Monday in every language. */
function applyLocale(name: string) {
  dayjs.updateLocale(name, { weekStart: WEEK_STARTS_ON })
  dayjs.locale(name)
}

async function load(pack: Pack): Promise<AntdLocale> {
  const [antd] = await pack.load()
  applyLocale(pack.dayjs)
  return antd.default
}

/** Chinese at once; another language as soon as its chunk is loaded. */
export function useAntdLocale(): AntdLocale {
  const [locale, setLocale] = useState<AntdLocale>(zhCN)
  useEffect(() => {
    const chosen = chosenLocale(browserStorage)
    if (chosen === DEFAULT_LOCALE) return
    void load(packs[chosen]).then(setLocale, report)
  }, [])
  return locale
}
