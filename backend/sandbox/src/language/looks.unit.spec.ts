import { languageOf } from './languages';
import { wornIn } from './looks';

describe('a description of clothes', () => {
  it.each([
    ['Sie ist ein Mädchen mit blonden Zöpfen und einem roten Mantel.', ['blond braids', 'red coat']],
    ['Er war ein Mann mit grauem Bart und trug eine blaue Jacke aus dem roten Haus.', ['grey beard', 'blue jacket']],
    ['Elle est une fille aux cheveux noirs, en manteau rouge.', ['black hair', 'red coat']],
    ['她是一个十岁的女孩，扎着两条辫子，穿一件黄色的雨衣。', ['braids', 'yellow raincoat']],
    ['彼女は赤い着物の女だった。', ['red robe']],
    ['She wore a yellow raincoat.', []],
  ])('is in English for %j', (text, worn) => {
    expect(wornIn(text, languageOf(text))).toEqual(worn);
  });
});
