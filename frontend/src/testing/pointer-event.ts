/** A pointer event with pointerType and pointerId, which jsdom's own events lack. */
export class PointerEventWithType extends MouseEvent {
  readonly pointerType: string;
  readonly pointerId: number;

  constructor(type: string, init: PointerEventInit = {}) {
    super(type, init);
    this.pointerType = init.pointerType ?? '';
    this.pointerId = init.pointerId ?? 1;
  }
}
