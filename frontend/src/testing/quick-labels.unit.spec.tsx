import { labelsOf } from './quick-labels';

const byId = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no #${id}`);
  return element;
};
const texts = (id: string): (string | null)[] => labelsOf(byId(id)).map(({ textContent }) => textContent);

describe('the labels of a control', () => {
  beforeAll(() => {
    document.body.innerHTML = `
      <label for="named">By name</label><label for="named">Again</label><input id="named">
      <label>Around<input id="inside"><input id="second"></label>
      <label for="other">Elsewhere<input id="strayed"></label>
      <label>Both<input id="both"></label><label for="both">By name too</label>
      <input id="hidden" type="hidden"><label for="a&quot;b\\c">Quoted</label><input id="a&quot;b\\c">`;
  });

  it.each([
    ['named', ['By name', 'Again']],
    ['inside', ['Around']],
    ['second', []],
    ['strayed', []],
    ['both', ['Both', 'By name too']],
    ['a"b\\c', ['Quoted']],
  ])('of #%s are %j', (id, labels) => expect(texts(id)).toEqual(labels));

  it('come from the control itself, and none from a hidden one', () => {
    expect((byId('named') as HTMLInputElement).labels).toHaveLength(2);
    expect((byId('hidden') as HTMLInputElement).labels).toBeNull();
  });
});
