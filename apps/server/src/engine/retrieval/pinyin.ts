/** Each syllable with the first character that has it in pinyin collation order. */
const FIRSTS = `
a阿 ai哎 an安 ang肮 ao凹 ba八 bai挀 ban扳 bang邦 bao勹 bei卑 ben奔 beng伻 bi屄 bian边 biao灬
bie憋 bin汃 bing冫 bo癶 bu不 ca嚓 cai偲 can参 cang仓 cao撡 ce冊 cen岑 ceng层 cha叉 chai芆
chan辿 chang伥 chao抄 che车 chen抻 cheng阷 chi吃 chong充 chou抽 chu出 chuai揣 chuan巛
chuang刅 chui吹 chun旾 chuo逴 ci词 cong匆 cou凑 cu粗 cuan窜 cui崔 cun邨 cuo搓 da咑 dai呆 dan丹
dang当 dao刀 de得 deng灯 di氐 dian掂 diao刁 die爹 ding丁 diu丟 dong东 dou吺 du厾 duan耑 dui垖
dun吨 duo多 e讹 en奀 er儿 fa发 fan帆 fang匚 fei飞 fen分 feng丰 fou缶 fu夫 ga旮 gai侅 gan甘
gang冈 gao皋 ge戈 gei给 gen根 geng刯 gong工 gou勾 gu估 gua瓜 guai乖 guan关 guang光 gui归 gun丨
guo呙 ha哈 hai还 han佄 hang夯 hao茠 he诃 hei黒 hen拫 heng亨 hong叿 hou侯 hu乯 hua花 huai怀
huan欢 huang巟 hui灰 hun昏 huo吙 ji丌 jia加 jian戋 jiang江 jiao艽 jie阶 jin巾 jing坕 jiong冂
jiu丩 ju凥 juan姢 jue噘 jun军 ka咔 kai开 kan刊 kang忼 kao丂 ke匼 ken肎 keng劥 kong空 kou抠 ku扝
kua夸 kuai巜 kuan宽 kuang匡 kui亏 kun坤 kuo扩 la垃 lai来 lan兰 lang勆 lao捞 le仂 lei雷 leng崚
li刕 lian奁 liang良 liao辽 lie列 lin厸 ling刢 liu溜 long龙 lou剅 lu噜 lv驴 luan乱 lun仑 luo罗
ma妈 mai买 man姏 mang邙 mao猫 me么 mei呅 men门 meng甿 mi冞 mian宀 miao苗 mie灭 min民 ming名
miu谬 mo摸 mou牟 mu母 na拏 nai乃 nan男 nang乪 nao呶 ne疒 nei內 nen恁 neng能 ni妮 nian年 niang娘
niao鸟 nie捏 nin囜 ning宁 niu妞 nong农 nu奴 nv女 nuan渜 nuo郍 o哦 ou讴 pa妑 pai拍 pan眅 pang炐
pao抛 pei呸 pen喷 peng匉 pi丕 pian囨 piao剽 pie氕 pin姘 ping乒 po钋 pou剖 pu仆 qi七 qia掐
qian千 qiang呛 qiao悄 qie切 qin亲 qing青 qiong卭 qiu丘 qu区 quan峑 que缺 qun宭 ran呥 rang壌
rao娆 re热 ren人 reng扔 ri日 rong戎 rou厹 ru邚 ruan阮 rui汭 run闰 ruo叒 sa仨 sai毢 san三 sang桒
sao掻 se色 sen森 seng僧 sha杀 shai筛 shan山 shang伤 shao弰 she奢 shen申 sheng升 shi尸 shou収
shu书 shua刷 shuai衰 shuan闩 shuang双 shui水 shun顺 shuo说 si厶 song忪 sou捜 su苏 suan狻
sui夊 sun孙 suo唆 ta他 tai囼 tan坍 tang汤 tao夲 te忑 teng疼 ti剔 tian天 tiao旫 tie帖 ting厅
tong囲 tou偷 tu凸 tuan团 tui推 tun吞 tuo乇 wa穵 wai歪 wan弯 wang尣 wei危 wen昷 weng翁 wo挝 wu乌
xi西 xia虲 xian仚 xiang乡 xiao灱 xie些 xin心 xing星 xiong凶 xiu休 xu吁 xuan吅 xue削 xun坃 ya丫
yan恹 yang央 yao幺 ye耶 yi一 yin囙 ying应 yo哟 yong佣 you优 yu扜 yuan囦 yue曰 yun晕 za帀 zai災
zan兂 zang奘 zao傮 ze则 zei贼 zen怎 zeng増 zha扎 zhai捚 zhan沾 zhang张 zhao佋 zhe蜇 zhen贞
zheng争 zhi之 zhong中 zhou州 zhu朱 zhua抓 zhuai拽 zhuan专 zhuang妆 zhui隹 zhun准 zhuo桌 zi乲
zong宗 zou赱 zu租 zuan钻 zui嶊 zun尊 zuo昨
`
  .trim()
  .split(/\s+/)
  .map((each) => ({ sound: each.slice(0, -1), first: each.slice(-1) }))

const byPinyin = new Intl.Collator('zh-Hans-CN-u-co-pinyin')
const known = new Map<string, string>()

/** Pinyin without tones and without the distinctions many speakers drop: equal for homophones. */
export const phoneticKey = (word: string): string =>
  Array.from(word, (each) => folded(soundOfCharacter(each))).join(' ')

/** Pinyin without tones. */
export const pinyinOf = (word: string): string => Array.from(word, soundOfCharacter).join(' ')

/** zh → z, ing → in and the like. */
function folded(syllable: string): string {
  return syllable.replace(/^([zcs])h/, '$1').replace(/(?<=[aeiou])ng$/, 'n')
}

function soundOfCharacter(character: string): string {
  const before = known.get(character)
  if (before !== undefined) return before
  const sound = /\p{Script=Han}/u.test(character) ? syllableOf(character) : character
  known.set(character, sound)
  return sound
}

function syllableOf(character: string): string {
  let low = 0
  let high = FIRSTS.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (byPinyin.compare(character, FIRSTS[middle]?.first ?? '') >= 0) low = middle
    else high = middle - 1
  }
  return FIRSTS[low]?.sound ?? ''
}
