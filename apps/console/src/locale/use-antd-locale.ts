import { type Locale, WEEK_STARTS_ON } from '@ruwu/domain'
import { toast } from '@ruwu/ui'
import type { Locale as AntdLocale } from 'antd/es/locale'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import updateLocale from 'dayjs/plugin/updateLocale'
import { useEffect, useState } from 'react'
import { texts } from '../browser/texts.ts'
import { report } from '../monitoring/monitoring.ts'
import { DEFAULT_LOCALE, useChosenLocale } from './locale-choice.ts'
import { packs } from './locale-packs.ts'

type Loaded = { antd: AntdLocale; dayjs: string }

const CHINESE: Loaded = { antd: zhCN, dayjs: 'zh-cn' }

dayjs.extend(updateLocale)
applyLocale(CHINESE.dayjs)

/** Weeks start on Monday in every language. */
function applyLocale(name: string) {
  dayjs.updateLocale(name, { weekStart: WEEK_STARTS_ON })
  dayjs.locale(name)
}

async function load(chosen: Locale): Promise<Loaded> {
  if (chosen === DEFAULT_LOCALE) return CHINESE
  const [antd] = await packs[chosen].load()
  return { antd: antd.default, dayjs: packs[chosen].dayjs }
}

/** Chinese at once; another language as soon as its chunk is loaded. */
export function useAntdLocale(): AntdLocale {
  const chosen = useChosenLocale()
  const [locale, setLocale] = useState(CHINESE.antd)
  useEffect(() => {
    let isLatest = true
    const show = ({ antd, dayjs: name }: Loaded) => {
      if (!isLatest) return
      applyLocale(name)
      setLocale(antd)
    }
    load(chosen).then(show, (error: unknown) => {
      report(error)
      toast.error(texts.localeFailed)
    })
    return () => {
      isLatest = false
    }
  }, [chosen])
  return locale
}
