import { type BuiltinWord, wordsOf } from './builtin-word.ts'

/** Promises of return (article 25) and offers of loans and schemes. */
export const FINANCIAL_WORDS: readonly BuiltinWord[] = [
  { word: '零风险', suggestion: '请了解相关风险' },
  { word: '高收益', suggestion: '收益以合同为准' },
  { word: '高回报', suggestion: '收益以合同为准' },
  ...wordsOf(
    '保本保息 保本付息 保本理财 保本高息 稳赚不赔 稳赚 包赚钱 只赚不赔 无风险投资 零风险投资 低风险高收益 高额返利',
  ),
  ...wordsOf('高额回报 高额利息 日入过千 月入过万 月入十万 年入百万 躺赚 躺着赚钱 轻松赚钱 轻松月入 在家赚钱 兼职赚钱'),
  ...wordsOf(
    '被动收入 年化收益 收益翻倍 本金翻倍 资金翻倍 一夜暴富 财富自由 内幕消息 荐股 大牛股 黑马股 喊单 跟单赚钱',
  ),
  ...wordsOf(
    '炒币 虚拟币 比特币 区块链投资 挖矿 传销 资金盘 非法集资 原始股 内部股 校园贷 裸贷 套路贷 高利贷 黑户可贷',
  ),
  ...wordsOf('无抵押贷款 秒批贷款 秒下款 包下款 不看征信 无视征信 征信修复 洗白征信 信用卡套现 花呗套现 代还信用卡'),
  ...wordsOf(
    '代办信用卡 提额技术 刷流水 外汇保证金 股票配资 杠杆炒股 博彩 稳定盈利 保证收益 承诺收益 固定收益率 回本快',
  ),
]
