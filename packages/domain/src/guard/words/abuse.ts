import { type BuiltinWord, wordsOf } from './builtin-word.ts'

/** Insults, and sentences with which customer service loses its temper. */
export const ABUSE_WORDS: readonly BuiltinWord[] = [
  { word: '爱买不买', suggestion: '您可以再考虑一下' },
  { word: '爱要不要', suggestion: '您可以再考虑一下' },
  { word: '爱信不信', suggestion: '您可以放心核实' },
  { word: '随便投诉', suggestion: '给您带来不便非常抱歉' },
  { word: '投诉就投诉', suggestion: '给您带来不便非常抱歉' },
  ...wordsOf(
    '傻逼 傻b 傻x 傻叉 傻缺 煞笔 脑残 弱智 智障 白痴 蠢货 蠢猪 你个废物 真是废物 废物东西 人渣 贱人 贱货 贱种',
  ),
  ...wordsOf(
    '婊子 骚货 荡妇 狗东西 狗杂种 小杂种 狗娘养 狗屁 放屁 王八蛋 王八羔子 大混蛋 畜生 去死吧 你去死 滚远点 给我滚蛋',
  ),
  ...wordsOf(
    '滚出去 神经病 你有病吧 脑子有病 脑子进水 脑袋被门 他妈的 你妈逼 妈逼 操你妈 草你妈 日你妈 去你妈 干你娘 草泥马',
  ),
  ...wordsOf('卧槽 nmsl cnm 死全家 全家死光 断子绝孙 生孩子没 臭不要脸 真不要脸 穷鬼 穷逼 穷b 乡巴佬 死胖子 死肥猪'),
  ...wordsOf(
    '丑八怪 丑逼 装逼 屌丝 绿茶婊 臭三八 死三八 臭娘们 老不死 没教养 没素质 吃屎 眼瞎 你瞎吗 听不懂人话 关我屁事',
  ),
  ...wordsOf('买不起就别 没钱别买 不买别问 问那么多 有完没完 烦死了 别废话 少废话'),
]
