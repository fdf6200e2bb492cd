/**
 * Lambert's conformal conic with the parallels that Mexico's own maps have (17.5° and 29.5° north, meridian 102° west): the country looks as
 * people know it. Source: Snyder, Map Projections: A Working Manual, 1987, pages 106–107, on a sphere.
 */
const radians = (degrees) => (degrees * Math.PI) / 180;
const stretched = (latitude) => Math.tan(Math.PI / 4 + radians(latitude) / 2);

const SOUTH = 17.5;
const NORTH = 29.5;
const MERIDIAN = -102;
const CONE =
  Math.log(Math.cos(radians(SOUTH)) / Math.cos(radians(NORTH))) / Math.log(stretched(NORTH) / stretched(SOUTH));
const FACTOR = (Math.cos(radians(SOUTH)) * stretched(SOUTH) ** CONE) / CONE;

/** The drawing is so wide and high; Mexico fills it but for a margin. */
export const FRAME = { width: 1000, height: 650 };
const SCALE = 1905;
const LEFT = 509;
const TOP = 2.44449;

/** Where a place is in the drawing. */
export function project(latitude, longitude) {
  const radius = FACTOR / stretched(Math.max(-80, latitude)) ** CONE;
  const angle = CONE * radians(longitude - MERIDIAN);
  return {
    x: LEFT + SCALE * radius * Math.sin(angle),
    y: SCALE * (radius * Math.cos(angle) - TOP) + FRAME.height,
  };
}
