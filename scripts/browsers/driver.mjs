/**
 * The interface of a browser engine; the main path uses nothing else of it.
 * @typedef {object} Driver
 * @property {string} name of the engine
 * @property {string} version
 * @property {(url: string) => Promise<void>} open
 * @property {(expression: string) => Promise<unknown>} evaluate in the page; the result is JSON
 * @property {(x: number, y: number) => Promise<void>} click at CSS pixels of the viewport
 * @property {(text: string) => Promise<void>} type
 * @property {(key: 'Escape') => Promise<void>} press
 * @property {(file: string) => Promise<void>} screenshot
 * @property {() => Promise<void>} close
 */

/**
 * @typedef {{ width: number, height: number }} Size
 * @typedef {{ name: string, needs: string, find: () => Promise<string | null> | string | null,
 *   start: (program: string, size: Size) => Promise<Driver> }} Engine
 *   `needs`: what to install when `find` finds no program
 */

/** A narrower viewport is a phone, with touch where the engine supports emulating it. */
const PHONE_WIDTH = 768;
/** @param {Size} size */
export const isPhone = ({ width }) => width < PHONE_WIDTH;
