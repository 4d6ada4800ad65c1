import type { Locale } from '@ruwu/domain'
import type { Locale as AntdLocale } from 'antd/es/locale'
import type { DEFAULT_LOCALE } from './locale-choice.ts'

type Pack = {
  /** dayjs's name of the locale. */
  dayjs: string
  load: () => Promise<[{ default: AntdLocale }, unknown]>
}

/** Texts of antd's controls and the calendar; each language is a chunk of its own, Chinese is always bundled. */
export const packs: Record<Exclude<Locale, typeof DEFAULT_LOCALE>, Pack> = {
  'zh-TW': { dayjs: 'zh-tw', load: () => Promise.all([import('antd/locale/zh_TW'), import('dayjs/locale/zh-tw')]) },
  'zh-HK': { dayjs: 'zh-hk', load: () => Promise.all([import('antd/locale/zh_HK'), import('dayjs/locale/zh-hk')]) },
  'en-US': { dayjs: 'en', load: () => Promise.all([import('antd/locale/en_US'), import('dayjs/locale/en')]) },
  'en-GB': { dayjs: 'en-gb', load: () => Promise.all([import('antd/locale/en_GB'), import('dayjs/locale/en-gb')]) },
  'ja-JP': { dayjs: 'ja', load: () => Promise.all([import('antd/locale/ja_JP'), import('dayjs/locale/ja')]) },
  'ko-KR': { dayjs: 'ko', load: () => Promise.all([import('antd/locale/ko_KR'), import('dayjs/locale/ko')]) },
  'vi-VN': { dayjs: 'vi', load: () => Promise.all([import('antd/locale/vi_VN'), import('dayjs/locale/vi')]) },
  'th-TH': { dayjs: 'th', load: () => Promise.all([import('antd/locale/th_TH'), import('dayjs/locale/th')]) },
  'id-ID': { dayjs: 'id', load: () => Promise.all([import('antd/locale/id_ID'), import('dayjs/locale/id')]) },
  'ms-MY': { dayjs: 'ms', load: () => Promise.all([import('antd/locale/ms_MY'), import('dayjs/locale/ms')]) },
  'hi-IN': { dayjs: 'hi', load: () => Promise.all([import('antd/locale/hi_IN'), import('dayjs/locale/hi')]) },
  'bn-BD': { dayjs: 'bn-bd', load: () => Promise.all([import('antd/locale/bn_BD'), import('dayjs/locale/bn-bd')]) },
  'ur-PK': { dayjs: 'ur', load: () => Promise.all([import('antd/locale/ur_PK'), import('dayjs/locale/ur')]) },
  'fa-IR': { dayjs: 'fa', load: () => Promise.all([import('antd/locale/fa_IR'), import('dayjs/locale/fa')]) },
  'ar-EG': { dayjs: 'ar', load: () => Promise.all([import('antd/locale/ar_EG'), import('dayjs/locale/ar')]) },
  'he-IL': { dayjs: 'he', load: () => Promise.all([import('antd/locale/he_IL'), import('dayjs/locale/he')]) },
  'tr-TR': { dayjs: 'tr', load: () => Promise.all([import('antd/locale/tr_TR'), import('dayjs/locale/tr')]) },
  'ru-RU': { dayjs: 'ru', load: () => Promise.all([import('antd/locale/ru_RU'), import('dayjs/locale/ru')]) },
  'uk-UA': { dayjs: 'uk', load: () => Promise.all([import('antd/locale/uk_UA'), import('dayjs/locale/uk')]) },
  'kk-KZ': { dayjs: 'kk', load: () => Promise.all([import('antd/locale/kk_KZ'), import('dayjs/locale/kk')]) },
  'pl-PL': { dayjs: 'pl', load: () => Promise.all([import('antd/locale/pl_PL'), import('dayjs/locale/pl')]) },
  'cs-CZ': { dayjs: 'cs', load: () => Promise.all([import('antd/locale/cs_CZ'), import('dayjs/locale/cs')]) },
  'hu-HU': { dayjs: 'hu', load: () => Promise.all([import('antd/locale/hu_HU'), import('dayjs/locale/hu')]) },
  'ro-RO': { dayjs: 'ro', load: () => Promise.all([import('antd/locale/ro_RO'), import('dayjs/locale/ro')]) },
  'el-GR': { dayjs: 'el', load: () => Promise.all([import('antd/locale/el_GR'), import('dayjs/locale/el')]) },
  'de-DE': { dayjs: 'de', load: () => Promise.all([import('antd/locale/de_DE'), import('dayjs/locale/de')]) },
  'nl-NL': { dayjs: 'nl', load: () => Promise.all([import('antd/locale/nl_NL'), import('dayjs/locale/nl')]) },
  'fr-FR': { dayjs: 'fr', load: () => Promise.all([import('antd/locale/fr_FR'), import('dayjs/locale/fr')]) },
  'es-ES': { dayjs: 'es', load: () => Promise.all([import('antd/locale/es_ES'), import('dayjs/locale/es')]) },
  'it-IT': { dayjs: 'it', load: () => Promise.all([import('antd/locale/it_IT'), import('dayjs/locale/it')]) },
  'pt-PT': { dayjs: 'pt', load: () => Promise.all([import('antd/locale/pt_PT'), import('dayjs/locale/pt')]) },
  'pt-BR': { dayjs: 'pt-br', load: () => Promise.all([import('antd/locale/pt_BR'), import('dayjs/locale/pt-br')]) },
  'sv-SE': { dayjs: 'sv', load: () => Promise.all([import('antd/locale/sv_SE'), import('dayjs/locale/sv')]) },
  'da-DK': { dayjs: 'da', load: () => Promise.all([import('antd/locale/da_DK'), import('dayjs/locale/da')]) },
  'fi-FI': { dayjs: 'fi', load: () => Promise.all([import('antd/locale/fi_FI'), import('dayjs/locale/fi')]) },
}
