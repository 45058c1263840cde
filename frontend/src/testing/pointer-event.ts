/** jsdom's events of a pointer know neither which pointer it is nor where: this one does. */
export class PointerEventWithType extends MouseEvent {
  readonly pointerType: string;
  readonly pointerId: number;

  constructor(type: string, init: PointerEventInit = {}) {
    super(type, init);
    this.pointerType = init.pointerType ?? '';
    this.pointerId = init.pointerId ?? 1;
  }
}
