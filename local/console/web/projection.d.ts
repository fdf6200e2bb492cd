export interface Point {
  readonly x: number;
  readonly y: number;
}
export const FRAME: { readonly width: number; readonly height: number };
export function project(latitude: number, longitude: number): Point;
