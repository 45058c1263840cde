/** A query's conditions, joined by AND, with the values of their parameters. */
export class SqlConditions {
  private readonly parts: string[] = [];

  /** @param values parameters that the statement already has, when the conditions are only a part of it */
  constructor(readonly values: unknown[] = []) {}

  /** @param text condition with `?` for the value; an undefined value adds no condition */
  add(text: string, value: unknown): this {
    if (value !== undefined) this.parts.push(text.replaceAll('?', this.value(value)));
    return this;
  }

  /** Adds a value and returns its parameter. */
  value(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  get text(): string {
    return this.parts.length === 0 ? 'true' : this.parts.join(' and ');
  }
}
